import { main } from '#cli/cli.js'

/** The command line from source, for tests that kill it. */
process.exitCode = await main(process.argv.slice(2))
