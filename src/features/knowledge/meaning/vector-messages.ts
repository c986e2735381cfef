import type { Hit, MatrixPart } from './matrix.ts'

/** What the thread is asked; each is answered under its number. */
export type VectorTask =
  /** Of which nothing is there yet. */
  | { kind: 'open'; account: string; dimensions: number }
  | { kind: 'add'; account: string; part: MatrixPart }
  | { kind: 'retain'; account: string; ids: Float64Array }
  | { kind: 'close'; account: string }
  | {
      kind: 'find'
      account: string
      query: Float32Array
      documents: readonly string[] | null
      most: number
    }

export interface VectorAnswer {
  number: number
  hits: Hit[]
}
