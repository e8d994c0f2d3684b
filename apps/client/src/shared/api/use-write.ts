import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { showError } from './show-error.ts'

/** Options of every mutation: offline it fails at once, and its input, which may hold a password, is not kept. */
export const mutationOptions = { networkMode: 'always', gcTime: 0 } as const

interface WriteOptions<Input> {
  /** Asked before the write, which is not busy yet; false drops it. */
  readonly confirm?: (input: Input) => Promise<boolean>
  readonly onError?: (error: unknown, input: Input) => void
  /** Runs after a success and after a failure; the write is busy until it ends. */
  readonly onSettled?: (input: Input) => unknown
  /** Writes with different keys may overlap; by default all have the same key. */
  readonly keyOf?: (input: Input) => unknown
}

/**
 * A write of a page, one at a time: a call while one is under way or being confirmed is dropped. `isBusy` ends with the
 * write, also when it fails; the failure goes to `onError`, by default to the user.
 */
export const useWrite = <Input = void>(
  write: (input: Input) => Promise<unknown>,
  { confirm, onError = showError, onSettled, keyOf = () => undefined }: WriteOptions<Input> = {},
) => {
  // The library publishes its state a task later: two taps may come before that.
  const running = useRef(new Set<unknown>())
  const { mutateAsync, isPending, isSuccess } = useMutation({
    ...mutationOptions,
    mutationFn: write,
    onError,
    onSettled: (_data, _error, input) => onSettled?.(input),
  })

  const isConfirmed = async (input: Input): Promise<boolean> => {
    try {
      return confirm ? await confirm(input) : true
    } catch (error) {
      onError(error, input)
      return false
    }
  }
  const start = async (input: Input): Promise<void> => {
    if (await isConfirmed(input)) await mutateAsync(input)
  }
  return {
    isBusy: isPending,
    /** The last write succeeded. */
    isDone: isSuccess,
    run: (input: Input): void => {
      const key = keyOf(input)
      if (running.current.has(key)) return
      running.current.add(key)
      start(input)
        // `onError` has it already.
        .catch(() => undefined)
        .finally(() => running.current.delete(key))
    },
  }
}
