import { parentPort, workerData } from 'node:worker_threads'

import { makePdf } from './make-pdf.ts'
import type { ReportRequest } from './report-request.ts'

/** The program of the thread. */
parentPort?.postMessage(await makePdf(workerData as ReportRequest))
