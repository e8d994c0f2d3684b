/**
 * Gives the memory of a chunk back at once. A stream of a gigabyte leaves 16,000 chunks of 64 KiB; collecting them takes a
 * pass over the whole heap for every 64 MiB, which costs more than receiving them. The chunk is empty afterwards, so it must
 * have been used for the last time; one that shares its memory with others is left to the collector.
 */
export const freeBuffer = ({ buffer, byteLength }: Buffer): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
