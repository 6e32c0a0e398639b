/**
 * The thread that runs JavaScript regular expressions: a pattern may take exponential time, and only a thread can be
 * stopped in the middle of it. Bundled on its own.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { createScan } from './javascript/scan';
import type { Batch, WorkerStart } from './javascript/thread';

const { options, progress }: WorkerStart = workerData;
const scan = createScan(options);

parentPort?.on('message', ({ contents }: Batch) => {
  parentPort?.postMessage(
    contents.map((content, index) => {
      // Read by the other side when this one no longer answers.
      Atomics.store(progress, 0, index);
      return scan(content);
    }),
  );
});
