// Several compilation units, cut apart at `package` by generate-stubs.ts. The members that do nothing are generated.

package phone;

import java.io.IOException;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.CopyOnWriteArrayList;

/** State behind the stubs. Each server is a process of its own, so shared state is files. */
public final class State {
  private static final Path EVENTS = Path.of("/mnt/host/events");
  private static final Path PACKAGES = Path.of("/data/system/packages.list");
  private static final Path FAULTS = Path.of("/mnt/host/faults");
  private static final Path CLIPBOARD = Path.of("/data/misc/clipboard/text");
  public static final int WIDTH = 720, HEIGHT = 1280;
  public static volatile int rotation;
  public static final List<Runnable> onRotation = new CopyOnWriteArrayList<>();
  public static final List<Runnable> onInput = new CopyOnWriteArrayList<>();

  /** One line for each thing that the server has done to the phone; tests read it. */
  public static synchronized void log(String event) {
    try {
      Files.writeString(EVENTS, event.replace("\n", "\\n") + "\n", StandardOpenOption.APPEND);
    } catch (IOException error) {
      throw new IllegalStateException(error);
    }
  }

  /** Whether a test has switched on the fault of this name. */
  public static boolean fails(String name) {
    return Files.exists(FAULTS.resolve(name));
  }

  public static void rotate(int value) {
    rotation = value;
    log("rotation " + value);
    onRotation.forEach(Runnable::run);
  }

  /** `name versionCode versionName user|system label`, the list that pm keeps. */
  public static List<String[]> packages() {
    try {
      return Files.readAllLines(PACKAGES).stream().map(line -> line.split(" ", 5)).toList();
    } catch (IOException error) {
      return List.of();
    }
  }

  /** Null when nothing was ever copied. */
  public static String clipboard() {
    try {
      return Files.readString(CLIPBOARD);
    } catch (IOException error) {
      return null;
    }
  }

  public static void setClipboard(String text) {
    log("clipboard " + (text.length() > 100 ? text.length() + " characters" : text));
    try {
      Path draft = Files.createTempFile(CLIPBOARD.getParent(), "clipboard", "");
      Files.writeString(draft, text);
      Files.move(draft, CLIPBOARD, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException error) {
      throw new IllegalStateException(error);
    }
  }

  /** Changes of any server reach the listeners of all, as through Android's clipboard service. */
  public static void watchClipboard(Runnable listener) {
    Thread watcher = new Thread(() -> {
      String before = clipboard();
      while (true) {
        android.os.SystemClock.sleep(20);
        String now = clipboard();
        if (now != null && !now.equals(before)) listener.run();
        before = now;
      }
    });
    watcher.setDaemon(true);
    watcher.start();
  }

  private State() {}
}
