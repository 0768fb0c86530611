"""What runs beside a bot in its cage: small programs that turn a function into a player."""
