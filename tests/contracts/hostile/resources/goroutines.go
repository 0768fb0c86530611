// expect: memory
// modes: bubblewrap docker
// says: killed for using more memory
// limits: bank_ms=4000 request_wall_ms=8000
// Starts goroutines that wait for ever: no limit on processes counts them, but each has a stack.
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
	for {
		go func() { select {} }()
	}
}
