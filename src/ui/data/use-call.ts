import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { type ApiError, type CallRoute, call, type InputOf, type OutputOf } from './api.ts'

/** A call with its state, made by `mutate` with its input. After a change all queries are read again (`asOneChange`). */
export const useCall = <R extends CallRoute>(
  route: R,
  callbacks: Pick<
    UseMutationOptions<OutputOf<R>, ApiError, InputOf<R>>,
    'onMutate' | 'onSuccess' | 'onError'
  > = {},
) =>
  useMutation({
    mutationFn: (input: InputOf<R>) => call(route, input),
    ...callbacks,
  })
