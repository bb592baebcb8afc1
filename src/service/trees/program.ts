import { serveSide } from '#adapters/side-process/serve-side.js'
import { NodeLibrary } from '#bt/library.js'
import { treeJob, type TreeRequest } from './jobs.js'

process.title = 'graft trees'
serveSide(({ job, skills, subtrees }: TreeRequest) => treeJob(job, new NodeLibrary(skills), subtrees))
