/** Reading or writing throws where a browser keeps nothing; then there is nothing, and nothing is kept. */
export function withStorage<T>(
  name: 'localStorage' | 'sessionStorage',
  use: (storage: Storage) => T,
): T | undefined {
  try {
    return use(window[name])
  } catch {
    return undefined
  }
}
