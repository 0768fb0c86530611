// expect: crash
// modes: bubblewrap docker
// sentence: The bot exited with code 2 while an action was awaited. Its last words: panic: assignment
// sentence: to entry in nil map | main.main() | bot/main.go:<n> +<bot>
// Panics in the middle of a match.
package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Scan()
	fmt.Println(`{"type":"ready"}`)
	lines.Scan()
	var seen map[string]int
	seen["act"] = 1
}
