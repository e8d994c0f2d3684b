import { loadEncoder } from '../x264.ts'

export interface Picture {
  width: number
  height: number
  /** Luma plane. */
  luma: Uint8Array
}

/** ffmpeg's own decoder, as strict as it can be. */
export async function openDecoder() {
  const library = await loadEncoder()
  const codec = library.Codec.findDecoderByName(library.FF_DECODER_H264)
  if (!codec) throw new Error('no H.264 decoder')
  const context = new library.CodecContext()
  context.allocContext3(codec)
  const flags = { flags: 'low_delay', err_detect: 'explode' }
  const code = await context.open2(codec, library.Dictionary.fromObject(flags))
  if (code < 0) throw new Error(`the decoder does not open (${code})`)
  return {
    /** Decodes exactly one picture. */
    decode(bytes: Uint8Array): Picture {
      const packet = new library.Packet()
      packet.alloc()
      packet.data = Buffer.from(bytes)
      const sent = context.sendPacketSync(packet)
      if (sent < 0) throw new Error(`the decoder refuses a frame (${sent})`)
      const frame = new library.Frame()
      frame.alloc()
      const received = context.receiveFrameSync(frame)
      if (received < 0) throw new Error(`no picture came out (${received})`)
      const picture = { width: frame.width, height: frame.height, luma: readLuma(frame) }
      frame.free()
      packet.free()
      return picture
    },
    close: () => context.freeContext(),
  }
}

interface Planes {
  width: number
  height: number
  data: Buffer[] | null
  linesize: number[]
}

function readLuma({ width, height, data, linesize }: Planes): Uint8Array {
  const luma = new Uint8Array(width * height)
  const [plane] = data ?? []
  const [stride = 0] = linesize
  for (let row = 0; row < height; row++) {
    luma.set(plane?.subarray(row * stride, row * stride + width) ?? [], row * width)
  }
  return luma
}
