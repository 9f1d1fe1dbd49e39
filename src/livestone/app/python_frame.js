// In a frame of its own origin, which reaches neither the site nor the network: keeps what Python
// is started from, and starts a worker for each who asks, who talks through their own port.
let kept, module;
const workers = new Map();
onmessage = async ({ source, data: { files, start, end }, ports: [port] }) => {
  if (source !== parent) return;
  if (files) {
    const address = URL.createObjectURL(new Blob([files.worker], { type: "text/javascript" }));
    kept = { ...files, address };
    module = WebAssembly.compile(files.wasm);
  } else if (start) {
    const { address, libraries, learner, snapshot } = kept;
    const worker = new Worker(address);
    workers.set(start, worker);
    worker.onerror = ({ message }) => port.postMessage({ failed: message });
    module.then(
      (wasm) => worker.postMessage({ wasm, libraries, learner, snapshot, port }, [port]),
      (error) => port.postMessage({ failed: String(error) }),
    );
  } else if (end) {
    workers.get(end)?.terminate();
    workers.delete(end);
  }
};
