// android.os, android.system, android.util: what the server runs on.

package android.os;

public class Build {
  public static final String BRAND = "Debian", MANUFACTURER = "Debian", MODEL = "real parts";

  public static class VERSION {
    public static final int SDK_INT = Integer.getInteger("phone.sdk", 33);
    public static final String RELEASE = "13", CODENAME = "REL";
  }
}

package android.os;

public class SystemClock {
  public static long uptimeMillis() {
    return System.nanoTime() / 1_000_000;
  }

  public static void sleep(long ms) {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
    }
  }
}

package android.os;

import java.util.concurrent.LinkedBlockingQueue;

public class Looper {
  private static final ThreadLocal<Looper> CURRENT = new ThreadLocal<>();
  private static final Runnable QUIT = () -> {};
  private static Looper sMainLooper;
  private final LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();

  public static void prepare() {
    CURRENT.set(new Looper());
  }

  public static Looper myLooper() {
    return CURRENT.get();
  }

  public static Looper getMainLooper() {
    return sMainLooper;
  }

  public static void loop() {
    try {
      for (Runnable next; (next = myLooper().queue.take()) != QUIT; ) next.run();
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
    }
  }

  boolean post(Runnable work) {
    return queue.add(work);
  }

  public void quitSafely() {
    post(QUIT);
  }

  public MessageQueue getQueue() {
    return new MessageQueue();
  }
}

package android.os;

public class Handler {
  private final Looper looper;

  public Handler(Looper looper) {
    this.looper = looper;
  }

  public boolean post(Runnable work) {
    return looper.post(work);
  }
}

package android.os;

import java.util.concurrent.CompletableFuture;

public class HandlerThread extends Thread {
  private final CompletableFuture<Looper> looper = new CompletableFuture<>();

  public HandlerThread(String name) {
    super(name);
    setDaemon(true);
  }

  @Override
  public void run() {
    Looper.prepare();
    looper.complete(Looper.myLooper());
    Looper.loop();
  }

  public Looper getLooper() {
    return looper.join();
  }

  public boolean quitSafely() {
    getLooper().quitSafely();
    return true;
  }
}

package android.os;

public interface IInterface {
  default IBinder asBinder() {
    return new Binder();
  }
}

package android.os;

public class Binder implements IBinder {
  protected boolean onTransact(int code, Parcel data, Parcel reply, int flags) {
    return false;
  }

  public boolean transact(int code, Parcel data, Parcel reply, int flags) {
    return onTransact(code, data, reply, flags);
  }

  public IInterface queryLocalInterface(String name) {
    return null;
  }

  public void attachInterface(IInterface owner, String name) {}
}

package android.os;

public class ServiceManager {
  public static IBinder getService(String name) {
    return phone.State.fails(name) ? null : new Binder();
  }
}

package android.os;

public interface IPowerManager extends IInterface {
  class Stub implements IPowerManager {
    public static IPowerManager asInterface(IBinder binder) {
      return new Stub();
    }

    public boolean isInteractive() {
      return true;
    }

    public boolean isDisplayInteractive(int displayId) {
      return true;
    }
  }
}

package android.system;

public class ErrnoException extends Exception {
  public final int errno;

  public ErrnoException(String function, int errno) {
    super(function + " failed: errno " + errno);
    this.errno = errno;
  }
}

package android.system;

public class OsConstants {
  public static final int EINTR = 4, EPIPE = 32, O_RDWR = 2;
}

package android.system;

import java.io.*;
import java.nio.ByteBuffer;

public class Os {
  public static int getpid() {
    return (int) ProcessHandle.current().pid();
  }

  public static int write(FileDescriptor fd, ByteBuffer buffer) throws ErrnoException {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return write(fd, bytes, 0, bytes.length);
  }

  public static int write(FileDescriptor fd, byte[] bytes, int offset, int count) throws ErrnoException {
    try {
      OutputStream out = android.net.LocalSocket.outputOf(fd);
      out.write(bytes, offset, count);
      out.flush();
      return count;
    } catch (IOException error) {
      throw new ErrnoException("write", OsConstants.EPIPE);
    }
  }

  public static FileDescriptor open(String path, int flags, int mode) throws ErrnoException {
    throw new ErrnoException("open", 2);
  }

  public static String getenv(String name) {
    return System.getenv(name);
  }
}

package android.util;

public class ArrayMap<K, V> extends java.util.HashMap<K, V> {}

package android.util;

public class Pair<A, B> {
  public final A first;
  public final B second;

  public Pair(A first, B second) {
    this.first = first;
    this.second = second;
  }

  public static <A, B> Pair<A, B> create(A first, B second) {
    return new Pair<>(first, second);
  }
}
