import { useRouter } from '@tarojs/taro'
import { createContext, createElement, type PropsWithChildren, useContext, useMemo } from 'react'
import { decodeParams } from '../navigation/decode-params.ts'

type RawParams = Readonly<Record<string, unknown>>

const HeldParams = createContext<RawParams | undefined>(undefined)

/** Keeps the parameters that a page was opened with, for a page whose bundle arrives when another may be on screen. */
export function HoldPageParams({ children }: PropsWithChildren) {
  const { params } = useRouter()
  return createElement(HeldParams.Provider, { value: params }, children)
}

export const usePageParams = (): Readonly<Record<string, string>> => {
  const held = useContext(HeldParams)
  const { params } = useRouter()
  return useMemo(() => decodeParams(held ?? params), [held, params])
}
