import { getLlama, LlamaLogLevel, type Llama } from 'node-llama-cpp'

let engine: Promise<Llama> | undefined

/**
 * Loads llama.cpp once per process: CPU only, from the prebuilt library that npm installed; nothing is compiled or
 * downloaded. One thread: with two, small models decode several times slower (spin barriers), and the control loop
 * keeps its core.
 */
export function llamaEngine(): Promise<Llama> {
  engine ??= getLlama({
    gpu: false,
    build: 'never',
    skipDownload: true,
    maxThreads: 1,
    logLevel: LlamaLogLevel.error,
  })
  return engine
}
