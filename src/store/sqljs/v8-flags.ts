/**
 * For processes that live for a moment. V8 would compile hot functions again in the background and wait
 * for that at exit: twice the run time of a hook. The budget alone is spent by counting some thousand
 * rows, and then SQLite's interpreter costs 60 ms and 20 MB; the second flag does nothing in versions
 * that read it earlier. The bytes are pinned, so functions nobody calls need not be validated (2 ms).
 */
export const SHORT_LIVED_FLAGS = [
  '--wasm-tiering-budget=1000000000',
  '--liftoff-only',
  '--wasm-lazy-validation',
] as const;

/**
 * Node 22's own values of these, and of what they imply: code that V8 keeps is for one set of flags.
 * @internal exported for the executable's loader, which is made by the build
 */
export const USUAL_FLAGS = [
  '--wasm-tiering-budget=13000000',
  '--no-liftoff-only',
  '--wasm-tier-up',
  '--wasm-dynamic-tiering',
  '--no-wasm-lazy-validation',
] as const;
