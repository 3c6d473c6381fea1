import type { Socket } from 'node:net'
import { createRoom, type Room } from '../../src/http/memo/room.ts'

/** A socket of which the system takes everything at once, or nothing before it is told to. */
export function socketThat(takes: boolean, isEncrypted = false) {
  const waiting: { readonly bytes: Buffer; readonly done: (() => void) | undefined }[] = []
  const socket = {
    ...(isEncrypted && { encrypted: true }),
    writable: true,
    writableLength: 0,
    write(bytes: Buffer, done?: () => void) {
      if (takes) done?.()
      else {
        waiting.push({ bytes, done })
        this.writableLength += bytes.length
      }
    },
  }
  return { socket: socket as unknown as Socket, waiting }
}

/** A room whose clock stands still, unless told otherwise. */
export const roomAt = (clock = () => 0): Room => createRoom(clock, () => {})

/** Bytes of a room for a socket, so many, each of them this. */
export const filled = (room: Room, socket: Socket, size: number, byte: number): Buffer =>
  room.take(socket, size).fill(byte)

/** A text for the memory in which some bytes are. */
export const placeOf = ({ buffer, byteOffset }: Buffer): string => {
  if (!buffers.includes(buffer)) buffers.push(buffer)
  return `${buffers.indexOf(buffer)} ${byteOffset}`
}
const buffers: ArrayBufferLike[] = []
