/** A package that travels inside graft's own: its manifest asks for things that no robot needs (ADR 0036). */
export interface Bundled {
  readonly name: string
  /** dependencies that only its installer, its compiler or a browser uses */
  readonly without: readonly string[]
  /** paths inside the package that stay behind, beside those that no program reads at all */
  readonly leaves: RegExp
  /** its optional dependencies that graft takes over: npm picks among them by system and processor */
  readonly platforms: readonly string[]
  /** a licence text of ours where the package has none */
  readonly licence?: string
}

export const BUNDLED: readonly Bundled[] = [
  {
    name: 'onnxruntime-node',
    // its postinstall fetches CUDA from NuGet
    without: ['adm-zip', 'global-agent'],
    leaves: /^(bin\/napi-v\d+\/(darwin|win32)|script)(\/|$)/,
    platforms: [],
    licence: 'packaging/licences/onnxruntime-node.txt',
  },
  {
    name: 'node-llama-cpp',
    // what compiles llama.cpp and its command line; graft loads prebuilt libraries only
    without: ['cmake-js', 'node-addon-api', 'validate-npm-package-name', 'yargs'],
    leaves: /^llama\/gitRelease\.bundle$/,
    platforms: ['@node-llama-cpp/linux-x64', '@node-llama-cpp/linux-arm64'],
  },
  {
    name: '@huggingface/transformers',
    without: ['onnxruntime-web'],
    leaves: /^(src|types|dist\/(?!transformers\.node\.[cm]js$).+)$/,
    platforms: [],
  },
]

/** Never bundled: the packages below a bundled one are graft's dependencies, and nobody compiles against it. */
export const NEVER = /^node_modules$|\.map$|\.d\.[cm]?ts$/
