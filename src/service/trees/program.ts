import { serveSide } from '#adapters/side-process/serve-side.js'
import { readLibrary } from '#app/policy.js'
import { treeJob, type TreeJob } from './jobs.js'

process.title = 'graft trees'
const library = readLibrary()
serveSide((job: TreeJob) => treeJob(job, library))
