import { workerData } from 'node:worker_threads'
import { serveWriter } from './serve.js'
import type { WriterData } from './jobs.js'

/** Entry point of the store's writer thread. */
serveWriter(workerData as WriterData)
