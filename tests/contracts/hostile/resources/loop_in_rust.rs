// expect: timeout
// modes: bubblewrap docker
// says: ms of CPU time while an action was awaited
// Computes for ever, where a compiler would like to see that nothing comes of it.
use std::io::{self, BufRead};

fn main() {
    let mut lines = io::stdin().lock().lines();
    lines.next();
    println!("{{\"type\":\"ready\"}}");
    let mut n = lines.next().unwrap().unwrap().len() as u64;
    while n != 0 {
        n = n.wrapping_mul(6364136223846793005) | 1;
    }
}
