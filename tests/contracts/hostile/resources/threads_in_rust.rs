// expect: crash
// modes: bubblewrap no-cgroup docker
// says: refused after \d+ threads
// limits: bank_ms=1000
// Starts threads with small stacks, which wait for ever, and leaves.
use std::io::{self, BufRead};
use std::{process, thread};

fn main() {
    let mut lines = io::stdin().lock().lines();
    lines.next();
    println!("{{\"type\":\"ready\"}}");
    lines.next();
    let small = || thread::Builder::new().stack_size(16 << 10).spawn(thread::park);
    let made = (0..30_000).take_while(|_| small().is_ok()).count();
    let told = if made < 30_000 { "refused after" } else { "HARM:" };
    eprintln!("{} {} threads", told, made);
    process::exit(3);
}
