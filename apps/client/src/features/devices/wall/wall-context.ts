import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { TileState } from './tile-text.ts'
import type { Wall, WallState } from './wall.ts'

export const WallContext = createContext<Wall | null>(null)

export const useWall = (): Wall => {
  const wall = useContext(WallContext)
  if (!wall) throw new Error('no wall around this component')
  return wall
}

export const useWallState = <Value>(select: (state: WallState) => Value): Value => useStore(useWall().store, select)

export const useTile = (id: number): TileState | undefined => useWallState(({ tiles }) => tiles[id])
