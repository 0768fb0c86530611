// Python, in a worker of its own: the page can end it when a bot never answers.
//
// The policy that this file is served with lets it ask nobody for anything, since it runs code that
// may be a stranger's on this site's own address. The page hands it every file it needs.

let python;
let desk;
let json;

let asking = 0; // the number of the question that is being answered

const tell = (event) => postMessage({ id: asking, event });

const WORK = {
  async begin({ home, files, wheels }) {
    // Pyodide fetches its parts; here they have come already.
    globalThis.fetch = async (address) => answer(files, String(address.url ?? address));
    const { loadPyodide } = await import(`${home}pyodide.mjs`);
    python = await loadPyodide({ indexURL: home, stdin: () => null });
    for (const wheel of wheels) python.unpackArchive(files[wheel], "wheel");
    desk = python.pyimport("scuffle.practice").Desk();
    return "";
  },
  play: ({ asked }) => desk.play(asked, tell),
  stopped: ({ asked, steps, player }) => desk.stopped(asked, steps, player),
  frames: ({ perspective }) => desk.frames(perspective),
};

function answer(files, address) {
  const name = address.split("/").pop();
  if (!(name in files)) return new Response("", { status: 404 });
  const kind = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
  return new Response(files[name], { headers: { "Content-Type": kind } });
}

addEventListener("message", async ({ data }) => {
  asking = data.id;
  try {
    postMessage({ id: data.id, text: await WORK[data.type](data) });
  } catch (error) {
    postMessage({ id: data.id, broken: String(error.message ?? error).trim().split("\n").pop() });
  }
});
