import { env, LogLevel } from '@huggingface/transformers'

/**
 * Shuts this process off from the network as far as the library can ask for it: a model comes from its folder or not
 * at all. What is missing there fails, loudly and at once.
 */
export function goOffline(): void {
  const refuse = (what: unknown): Promise<never> =>
    Promise.reject(new Error(`models are loaded from local files only; refused to fetch ${String(what)}`))
  env.allowRemoteModels = false
  env.allowLocalModels = true
  env.useFSCache = false
  env.useBrowserCache = false
  env.useWasmCache = false
  env.fetch = refuse
  env.logLevel = LogLevel.ERROR
  globalThis.fetch = refuse
}
