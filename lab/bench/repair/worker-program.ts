import { serveRuns } from '../serve-runs.js'
import { openRepairs } from './play-repair.js'

serveRuns(openRepairs)
