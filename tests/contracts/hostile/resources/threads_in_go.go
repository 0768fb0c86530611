// expect: crash
// modes: bubblewrap docker
// says: (failed to create new OS thread|resource temporarily unavailable)
// limits: bank_ms=2000
// Keeps goroutines on threads of their own until the runtime gets no more, which is its end.
package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"time"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Scan()
	fmt.Println(`{"type":"ready"}`)
	lines.Scan()
	held := make(chan bool)
	for made := 0; made < 30000; made++ {
		go func() {
			runtime.LockOSThread()
			held <- true
			time.Sleep(time.Hour)
		}()
		<-held
	}
	fmt.Fprintln(os.Stderr, "HARM: 30000 threads")
}
