import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { showError } from './show-error.ts'

/**
 * A write of a page, one at a time: a call while one is under way is dropped. `isBusy` ends with the write, also when it
 * fails; the failure goes to `onError`. Offline it fails at once instead of waiting for the network.
 */
export const useWrite = <Input = void>(
  write: (input: Input) => Promise<unknown>,
  onError: (error: unknown) => void = showError,
) => {
  // The library publishes its state a task later: two taps may come before that.
  const isRunning = useRef(false)
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: write,
    networkMode: 'always',
    gcTime: 0,
    onError,
    onSettled: () => {
      isRunning.current = false
    },
  })
  return {
    isBusy: isPending,
    /** The last write succeeded. */
    isDone: isSuccess,
    run: (input: Input): void => {
      if (isRunning.current) return
      isRunning.current = true
      mutate(input)
    },
  }
}
