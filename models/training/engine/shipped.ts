import { readFirmware } from '../../../src/adapters/firmware-wasm/firmware-file.js'
import { must } from '../../../src/base/result.js'
import { readLibrary, readPolicy, robotSubtrees } from '../../../src/main/run/policy.js'
import { projectFile } from '../../../src/main/project-files.js'

/** What ships with the product and every played episode needs: node library, the robot's subtrees, first policy, firmware. */
export const library = readLibrary()
export const subtrees = robotSubtrees(library)
export const initialTree = must(readPolicy(projectFile('bt/initial.xml'), library), 'bt/initial.xml')
export const firmware = must(readFirmware(), 'the shipped firmware')
