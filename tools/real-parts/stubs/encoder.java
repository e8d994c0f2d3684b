// android.media: an encoder of valid H.264, grey pictures of the size asked for.

package android.media;

import java.util.*;

public class MediaFormat {
  final Map<String, Object> values = new TreeMap<>();

  public void setString(String key, String value) {
    values.put(key, value);
  }

  public void setInteger(String key, int value) {
    values.put(key, value);
  }

  public void setLong(String key, long value) {
    values.put(key, value);
  }

  public void setFloat(String key, float value) {
    values.put(key, value);
  }
}

package android.media;

public class MediaCrypto {}

package android.media;

public class MediaCodecInfo {
  static final MediaCodecInfo AVC = new MediaCodecInfo();

  public String getName() {
    return "c2.android.avc.encoder";
  }

  public String getCanonicalName() {
    return getName();
  }

  public String[] getSupportedTypes() {
    return new String[] {"video/avc"};
  }

  public boolean isEncoder() {
    return true;
  }

  public boolean isSoftwareOnly() {
    return true;
  }

  public boolean isHardwareAccelerated() {
    return false;
  }

  public boolean isVendor() {
    return false;
  }

  public boolean isAlias() {
    return false;
  }
}

package android.media;

public class MediaCodecList {
  public MediaCodecList(int kind) {}

  public MediaCodecInfo[] getCodecInfos() {
    return phone.State.fails("encoder") ? new MediaCodecInfo[0] : new MediaCodecInfo[] {MediaCodecInfo.AVC};
  }
}

package android.media;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.LinkedBlockingQueue;
import phone.State;

/** A key frame at the start, then a frame for every input event. */
public class MediaCodec {
  private static final int KEY_FRAME = 1, CONFIG = 2, END = 4;
  private final LinkedBlockingQueue<Packet> packets = new LinkedBlockingQueue<>();
  private final Runnable onInput = this::addFrame;
  private GreyVideo video;
  private byte[] current;
  private int frames;

  private record Packet(byte[] data, int flags) {}

  public static class BufferInfo {
    public int offset, size, flags;
    public long presentationTimeUs;

    public void set(int offset, int size, long presentationTimeUs, int flags) {
      this.offset = offset;
      this.size = size;
      this.presentationTimeUs = presentationTimeUs;
      this.flags = flags;
    }
  }

  public static class CodecException extends IllegalStateException {}

  public abstract static class Callback {}

  public static MediaCodec createEncoderByType(String type) throws IOException {
    if (State.fails("encoder")) throw new IOException("Failed to initialize " + type + ", error 0xfffffffe");
    return new MediaCodec();
  }

  public static MediaCodec createByCodecName(String name) throws IOException {
    return createEncoderByType(name);
  }

  public String getName() {
    return MediaCodecInfo.AVC.getName();
  }

  public String getCanonicalName() {
    return getName();
  }

  public MediaCodecInfo getCodecInfo() {
    return MediaCodecInfo.AVC;
  }

  public void configure(MediaFormat format, android.view.Surface surface, MediaCrypto crypto, int flags) {
    State.log("encoder " + format.values);
    if (State.fails("profile") && format.values.containsKey("profile")) throw new IllegalArgumentException();
    video = new GreyVideo((int) format.values.get("width"), (int) format.values.get("height"));
  }

  public android.view.Surface createInputSurface() {
    return new android.view.Surface();
  }

  public void start() {
    packets.clear();
    frames = 0;
    packets.add(new Packet(video.parameterSets(), CONFIG));
    packets.add(new Packet(video.keyFrame(), KEY_FRAME));
    State.onInput.add(onInput);
  }

  private synchronized void addFrame() {
    frames += 1;
    packets.add(new Packet(video.unchangedFrame(frames), 0));
  }

  public void signalEndOfInputStream() {
    packets.add(new Packet(new byte[0], END));
  }

  public int dequeueOutputBuffer(BufferInfo info, long timeoutUs) {
    try {
      Packet next = packets.take();
      current = next.data;
      info.set(0, current.length, System.nanoTime() / 1000, next.flags);
      return 0;
    } catch (InterruptedException error) {
      throw new IllegalStateException(error);
    }
  }

  public ByteBuffer getOutputBuffer(int index) {
    return ByteBuffer.wrap(current);
  }

  public void releaseOutputBuffer(int index, boolean render) {}

  public void stop() {
    State.onInput.remove(onInput);
  }

  public void reset() {
    stop();
  }

  public void release() {
    stop();
  }

  public void setCallback(Callback callback, android.os.Handler handler) {}

  public ByteBuffer getInputBuffer(int index) {
    return null;
  }

  public void queueInputBuffer(int index, int offset, int size, long timeUs, int flags) {}
}

package android.media;

import java.io.ByteArrayOutputStream;

/** H.264 of the baseline profile: key frames of macroblocks without residuals (grey), then skipped ones. */
class GreyVideo {
  private static final int BLOCK = 16, BASELINE = 66, LEVEL = 42, P_SLICE = 5, I_SLICE = 7;
  private static final int SPS = 0x67, PPS = 0x68, IDR = 0x65, NON_IDR = 0x41;
  private static final int FRAME_NUMBER_BITS = 16;
  private final int width, height, blocks;

  GreyVideo(int width, int height) {
    this.width = width;
    this.height = height;
    blocks = blocksOf(width) * blocksOf(height);
  }

  private static int blocksOf(int pixels) {
    return (pixels + BLOCK - 1) / BLOCK;
  }

  byte[] parameterSets() {
    Bits sps = new Bits().bits(BASELINE, 8).bits(0xc0, 8).bits(LEVEL, 8).ue(0);
    sps.ue(FRAME_NUMBER_BITS - 4).ue(2); // frames are shown in their order
    sps.ue(1).bits(0, 1).ue(blocksOf(width) - 1).ue(blocksOf(height) - 1).bits(0b11, 2);
    int right = (blocksOf(width) * BLOCK - width) / 2, bottom = (blocksOf(height) * BLOCK - height) / 2;
    sps.bits(1, 1).ue(0).ue(right).ue(0).ue(bottom).bits(0, 1);
    Bits pps = new Bits().ue(0).ue(0).bits(0, 2).ue(0).ue(0).ue(0).bits(0, 3).ue(0).ue(0).ue(0).bits(0b100, 3);
    byte[] first = sps.unit(SPS), second = pps.unit(PPS);
    byte[] both = java.util.Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  byte[] keyFrame() {
    Bits slice = new Bits().ue(0).ue(I_SLICE).ue(0).bits(0, FRAME_NUMBER_BITS).ue(0).bits(0, 2).ue(0).ue(1);
    // I_16x16 predicted from its mean, chroma likewise, no change of the quantiser, no coefficients
    for (int block = 0; block < blocks; block++) slice.ue(3).ue(0).ue(0).bits(1, 1);
    return slice.unit(IDR);
  }

  byte[] unchangedFrame(int number) {
    Bits slice = new Bits().ue(0).ue(P_SLICE).ue(0).bits(number, FRAME_NUMBER_BITS).bits(0, 3).ue(0).ue(1);
    return slice.ue(blocks).unit(NON_IDR);
  }

  private static class Bits {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private int pending, count;

    Bits bits(int value, int width) {
      for (int at = width - 1; at >= 0; at--) {
        pending = pending << 1 | value >> at & 1;
        if (++count == 8) {
          bytes.write(pending);
          pending = count = 0;
        }
      }
      return this;
    }

    /** Exponential Golomb code. */
    Bits ue(int value) {
      int width = 32 - Integer.numberOfLeadingZeros(value + 1);
      return bits(0, width - 1).bits(value + 1, width);
    }

    /** A NAL unit behind its start code, with emulation prevention. */
    byte[] unit(int header) {
      bits(1, 1);
      while (count != 0) bits(0, 1);
      ByteArrayOutputStream unit = new ByteArrayOutputStream();
      unit.writeBytes(new byte[] {0, 0, 0, 1, (byte) header});
      int zeros = 0;
      for (byte next : bytes.toByteArray()) {
        if (zeros == 2 && (next & 0xfc) == 0) {
          unit.write(3);
          zeros = 0;
        }
        unit.write(next);
        zeros = next == 0 ? zeros + 1 : 0;
      }
      return unit.toByteArray();
    }
  }
}
