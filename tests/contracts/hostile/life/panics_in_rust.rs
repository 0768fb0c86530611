// expect: crash
// modes: bubblewrap no-cgroup docker
// sentence: The bot exited with code 101 while an action was awaited. Its last words: thread 'main'
// sentence: panicked at 'index out of bounds: the len is 3 but the index is 7', main.rs:<n>:<n> |
// sentence: note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
// Panics in the middle of a match.
use std::io::{self, BufRead};

fn main() {
    let mut lines = io::stdin().lock().lines();
    lines.next();
    println!("{{\"type\":\"ready\"}}");
    let asked = lines.next().unwrap().unwrap();
    let three = [1, 2, 3];
    println!("{}", three[asked.len().min(7)]);
}
