import { workerData } from 'node:worker_threads'
import { serveWriter } from './serve.js'
import type { WriterData } from './messages.js'

/** The program of the store's thread. */
serveWriter(workerData as WriterData)
