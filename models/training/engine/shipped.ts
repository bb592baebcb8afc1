import { readFirmware } from '#simulation/firmware/firmware-file.js'
import { must } from '#base/result.js'
import { readLibrary, readPolicy, robotSubtrees } from '#app/policy.js'
import { projectFile } from '#documents/read-text-file.js'

/**
 * What ships with the product and every played episode needs: node library, the robot's subtrees, first policy,
 * firmware.
 */
export const library = readLibrary()
export const subtrees = robotSubtrees(library)
export const initialTree = must(readPolicy(projectFile('bt/initial.xml'), library), 'bt/initial.xml')
export const firmware = must(readFirmware(), 'the shipped firmware')
