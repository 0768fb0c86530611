// expect: timeout
// modes: bubblewrap docker
// says: ms of CPU time while an action was awaited
// Computes for ever in two goroutines, of which one never lets the other go.
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
	go func() {
		for {
		}
	}()
	for {
	}
}
