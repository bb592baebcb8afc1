import { RUN_FOLDER } from './run-folder-subject.js'
import { SITE_STORE } from './site-subject.js'
import type { Subject } from './subject.js'

export const SUBJECTS: readonly Subject[] = [RUN_FOLDER, SITE_STORE]
