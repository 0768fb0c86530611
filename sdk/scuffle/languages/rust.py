"""Rust, built with rustc alone: a program that speaks the protocol, without crates."""

from scuffle.languages.language import Language

_FLAGS = "--edition 2021 -C opt-level=3 -C strip=symbols"

_BUILD = f"""\
mkdir -p .scuffle && exec rustc {_FLAGS} --crate-name bot -o .scuffle/bot "$1"
"""

_ECHO = """\
use std::io::{self, BufRead, Write};

fn main() {
    for line in io::stdin().lock().lines() {
        println!("{}", line.unwrap());
        io::stdout().flush().unwrap();
    }
}
"""

_STARTER = """\
// Plays without a JSON library: an entry of legal_actions can be sent back as it is, so it is
// enough to know where each entry begins and ends.
use std::io::{self, BufRead};

fn legal_actions(line: &str) -> Vec<&str> {
    let key = "\\"legal_actions\\":[";
    let first = line.find(key).expect("a request has legal_actions") + key.len();
    let (mut found, mut depth, mut begin) = (Vec::new(), 0, first);
    let (mut quoted, mut escaped) = (false, false);
    for (at, byte) in line.bytes().enumerate().skip(first) {
        match byte {
            _ if escaped => escaped = false,
            b'\\\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b']' if depth == 0 => break,
            b'{' => {
                if depth == 0 {
                    begin = at;
                }
                depth += 1;
            }
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    found.push(&line[begin..=at]);
                }
            }
            _ => {}
        }
    }
    found
}

// Xorshift by George Marsaglia: enough to choose a move.
fn below(random: &mut u64, count: usize) -> usize {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    (*random % count as u64) as usize
}

fn choose<'a>(legal: &[&'a str], random: &mut u64) -> &'a str {
    for wanted in ["\\"action\\":\\"kill\\"", "\\"action\\":\\"grow\\""] {
        let some: Vec<_> = legal.iter().filter(|action| action.contains(wanted)).collect();
        if !some.is_empty() {
            return some[below(random, some.len())];
        }
    }
    legal[below(random, legal.len())]
}

fn main() {
    let mut random = 1;
    for line in io::stdin().lock().lines().map(|line| line.expect("lines are UTF-8")) {
        if line.contains("\\"type\\":\\"start\\"") {
            let seed = line.find("\\"player_seed\\":\\"").expect("a start has a seed") + 15;
            random = u64::from_str_radix(&line[seed..seed + 15], 16).expect("hex") | 1;
            println!("{{\\"type\\":\\"ready\\"}}");
        } else if line.contains("\\"type\\":\\"act\\"") {
            println!("{}", choose(&legal_actions(&line), &mut random));
        } else {
            return;
        }
    }
}
"""

LANGUAGE = Language(
    id="rust",
    name="Rust",
    suffixes=(".rs",),
    entry_names=("main.rs", "bot.rs"),
    build=("/bin/sh", "-c", _BUILD, "sh", "{entry}"),
    run=("{bot}/.scuffle/bot",),
    # A panic reads the same everywhere, whatever the environment of a bot that is run at home.
    env=(("RUST_BACKTRACE", "0"),),
    flags=_FLAGS,
    about='Modules are found as ever, from `main.rs` or `entry = "src/main.rs"`. Crates cannot be '
    "fetched: their sources come along as modules.",
    toolchain=(("rustc", "--version"),),
    packages=("rustc",),
    placed="rustc",
    echo=_ECHO,
    starter=_STARTER,
)
