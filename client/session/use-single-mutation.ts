import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { useRef } from 'react'

/** A mutation that runs only once at a time: a double press must not write twice. */
export function useSingleMutation<T, V = void>(options: Omit<UseMutationOptions<T, Error, V>, 'onSettled'>) {
  const isBusy = useRef(false)
  const mutation = useMutation({
    ...options,
    onSettled: () => {
      isBusy.current = false
    },
  })
  return {
    error: mutation.error,
    isPending: mutation.isPending,
    reset: mutation.reset,
    mutate: (values: V) => {
      if (isBusy.current) return
      isBusy.current = true
      mutation.mutate(values)
    },
  }
}
