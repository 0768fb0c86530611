// expect: ok
// modes: bubblewrap docker
// says: (?m)^file: No such file
// says: (?m)^environment: environment variable not found
// says: (?m)^port: \S
// says: (?m)^socket: \S
// Reaches for everything beside its cage by the ways of its own library.
use std::io::{self, BufRead};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;
use std::{env, fmt, fs};

fn told<'a>(text: &'a str, name: &str) -> &'a str {
    let key = format!("\"{}\": ", name);
    let rest = &text[text.find(&key).unwrap() + key.len()..];
    rest[..rest.find(|c| c == ',' || c == '}').unwrap()].trim_matches('"')
}

fn tell<T: fmt::Debug, E: fmt::Display>(name: &str, found: Result<T, E>) {
    match found {
        Ok(found) => eprintln!("HARM: {} {:?}", name, found),
        Err(error) => eprintln!("{}: {}", name, error),
    }
}

fn first_action(line: &str) -> &str {
    let begin = line.find("\"legal_actions\":[").unwrap() + 17;
    let mut depth = 0;
    for (at, byte) in line.bytes().enumerate().skip(begin) {
        depth += (byte == b'{') as i32 - (byte == b'}') as i32;
        if depth == 0 {
            return &line[begin..=at];
        }
    }
    ""
}

fn main() {
    let text = fs::read_to_string("canaries.json").unwrap();
    for line in io::stdin().lock().lines().map(Result::unwrap) {
        if line.contains("\"type\":\"act\"") {
            println!("{}", first_action(&line));
        } else if line.contains("\"type\":\"start\"") {
            tell("file", fs::read_to_string(told(&text, "file")));
            tell("environment", env::var(told(&text, "environment")));
            tell("port", TcpStream::connect(format!("127.0.0.1:{}", told(&text, "port"))));
            tell("socket", UnixStream::connect(told(&text, "path_socket")));
            println!("{{\"type\":\"ready\"}}");
        }
    }
}
