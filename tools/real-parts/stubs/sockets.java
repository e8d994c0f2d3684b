// android.net: abstract sockets, which a JVM cannot open, through socat.

package android.net;

public class LocalSocketAddress {
  final String name;

  public LocalSocketAddress(String name) {
    this.name = name;
  }
}

package android.net;

import java.io.*;
import java.util.*;

public class LocalSocket implements Closeable {
  private static final Map<FileDescriptor, LocalSocket> OPEN = Collections.synchronizedMap(new IdentityHashMap<>());
  private final FileDescriptor fd = new FileDescriptor();
  private InputStream in;
  private OutputStream out;
  private Runnable onClose;

  public void connect(LocalSocketAddress address) throws IOException {
    Process socat = new ProcessBuilder("/usr/bin/socat", "-d", "-d", "-", "ABSTRACT-CONNECT:" + address.name).start();
    // A server's sockets go by the order of connecting: like connect(2), this returns when the connection stands.
    BufferedReader log = new BufferedReader(new InputStreamReader(socat.getErrorStream()));
    String line = log.readLine();
    while (line != null && !line.contains("starting data transfer loop")) line = log.readLine();
    if (line == null) throw new IOException("connection refused");
    attach(socat.getInputStream(), socat.getOutputStream(), socat::destroy);
  }

  LocalSocket attach(InputStream in, OutputStream out, Runnable onClose) {
    this.in = in;
    this.out = new Flushed(out);
    this.onClose = onClose;
    OPEN.put(fd, this);
    return this;
  }

  public static OutputStream outputOf(FileDescriptor fd) throws IOException {
    LocalSocket socket = OPEN.get(fd);
    if (socket == null) throw new IOException("closed");
    return socket.out;
  }

  public FileDescriptor getFileDescriptor() {
    return fd;
  }

  public InputStream getInputStream() {
    return in;
  }

  public OutputStream getOutputStream() {
    return out;
  }

  public void shutdownInput() {
    onClose.run();
  }

  public void shutdownOutput() {
    onClose.run();
  }

  @Override
  public void close() {
    OPEN.remove(fd);
    onClose.run();
  }

  /** The pipe to socat is buffered; a socket is not. */
  private static class Flushed extends FilterOutputStream {
    Flushed(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
      out.write(bytes, offset, count);
      out.flush();
    }

    @Override
    public void write(int value) throws IOException {
      out.write(value);
      out.flush();
    }
  }
}

package android.net;

import java.io.*;
import java.net.*;
import java.nio.channels.*;
import java.nio.file.*;

/** A listening abstract socket, for the forward tunnel. */
public class LocalServerSocket implements Closeable {
  private final ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
  private final Path path = Files.createTempDirectory("server").resolve("socket");
  private final Process socat;

  public LocalServerSocket(String name) throws IOException {
    channel.bind(UnixDomainSocketAddress.of(path));
    socat = new ProcessBuilder("/usr/bin/socat", "ABSTRACT-LISTEN:" + name + ",fork", "UNIX-CONNECT:" + path)
      .redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  public LocalSocket accept() throws IOException {
    SocketChannel peer = channel.accept();
    return new LocalSocket().attach(Channels.newInputStream(peer), Channels.newOutputStream(peer), () -> {
      try {
        peer.close();
      } catch (IOException error) {
        throw new UncheckedIOException(error);
      }
    });
  }

  @Override
  public void close() throws IOException {
    channel.close();
    socat.destroy();
  }
}
