import { parentPort, workerData } from 'node:worker_threads'

import { makeHandout, type HandoutRequest } from './handout-page.ts'

/** The program of the thread. */
parentPort?.postMessage(await makeHandout(workerData as HandoutRequest))
