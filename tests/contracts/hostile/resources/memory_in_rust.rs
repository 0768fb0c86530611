// expect: memory; no-cgroup: crash
// modes: bubblewrap no-cgroup docker
// says: killed for using more memory; no-cgroup: memory allocation of \d+ bytes failed
// limits: bank_ms=2000 request_wall_ms=4000
// Takes memory and writes into all of it.
use std::io::{self, BufRead};

fn main() {
    let mut lines = io::stdin().lock().lines();
    lines.next();
    println!("{{\"type\":\"ready\"}}");
    lines.next();
    let mut taken = Vec::new();
    loop {
        taken.push(vec![1u8; 1 << 20]);
    }
}
