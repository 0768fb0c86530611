// expect: ok
// modes: bubblewrap docker
// says: (?m)^file: open \S+: no such file
// says: (?m)^port: \S
// says: (?m)^socket: \S
// says: (?m)^shell: \S
// Reaches for everything beside its cage by the ways of its own library.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
)

type message struct {
	Type  string
	State struct {
		LegalActions []json.RawMessage `json:"legal_actions"`
	}
}

func tell(name string, found any, err error) {
	if err == nil {
		err = fmt.Errorf("HARM: %v", found)
	}
	fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
}

func reach() {
	var told struct {
		File, Environment string
		Port              int
		Socket            string `json:"path_socket"`
	}
	text, _ := os.ReadFile("canaries.json")
	json.Unmarshal(text, &told)
	secret, err := os.ReadFile(told.File)
	tell("file", string(secret), err)
	if value, there := os.LookupEnv(told.Environment); there {
		tell("environment", value, nil)
	}
	_, err = net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", told.Port))
	tell("port", "connected", err)
	_, err = net.Dial("unix", told.Socket)
	tell("socket", "connected", err)
	words, err := exec.Command("/bin/cat", told.File).CombinedOutput()
	fmt.Fprintf(os.Stderr, "shell: %s%v\n", words, err)
}

func main() {
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var request message
		json.Unmarshal(line, &request)
		switch request.Type {
		case "start":
			reach()
			fmt.Println(`{"type":"ready"}`)
		case "act":
			fmt.Println(string(request.State.LegalActions[0]))
		}
	}
}
