/** What is used of WebAssembly: TypeScript has its types among those of browsers. */
type WebAssemblyHere = {
  readonly Module: new (bytes: Uint8Array) => object
  /** Sizes are in pages. */
  readonly Memory: new (size: { initial: number; maximum?: number }) => WasmMemory
  readonly Instance: new (
    module: object,
    imports: { rows: Readonly<Record<string, WasmMemory>> },
  ) => { readonly exports: unknown }
}

/** Memory that a program may reach; its buffer is another one when it has grown. */
export type WasmMemory = {
  readonly buffer: ArrayBuffer
  readonly grow: (pages: number) => number
}

/** The bytes of a page of such memory. */
export const pageSize = 65_536

export const { WebAssembly: webAssembly } = globalThis as unknown as {
  readonly WebAssembly: WebAssemblyHere
}
