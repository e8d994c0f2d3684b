// android.view, android.graphics, android.hardware: the display, and a log of what is injected.

package android.view;

public abstract class InputEvent {
  int displayId;

  public void setDisplayId(int displayId) {
    this.displayId = displayId;
  }
}

package android.view;

public class KeyEvent extends InputEvent {
  private final String text;

  public KeyEvent(long downTime, long eventTime, int action, int code, int repeat, int meta, int device, int scancode, int flags, int source) {
    text = "key " + (action == 0 ? "DOWN " : "UP ") + code;
  }

  KeyEvent(char character) {
    text = "character " + character;
  }

  @Override
  public String toString() {
    return text;
  }
}

package android.view;

import java.util.stream.IntStream;

public class KeyCharacterMap {
  public static KeyCharacterMap load(int keyboard) {
    return new KeyCharacterMap();
  }

  /** Null for what is on no key, as Android's virtual keyboard. */
  public KeyEvent[] getEvents(char[] characters) {
    boolean isTyped = IntStream.range(0, characters.length).allMatch(at -> characters[at] < 127);
    if (!isTyped) return null;
    return IntStream.range(0, characters.length).mapToObj(at -> new KeyEvent(characters[at])).toArray(KeyEvent[]::new);
  }
}

package android.view;

public class MotionEvent extends InputEvent {
  private static final String[] ACTIONS = {
    "DOWN", "UP", "MOVE", "CANCEL", "OUTSIDE", "POINTER_DOWN", "POINTER_UP", "HOVER_MOVE", "SCROLL", "HOVER_ENTER", "HOVER_EXIT", "BUTTON_PRESS", "BUTTON_RELEASE",
  };
  private final StringBuilder text = new StringBuilder("motion ");

  public static class PointerProperties {
    public int id, toolType;
  }

  public static class PointerCoords {
    public float x, y, pressure, size, orientation;

    public void setAxisValue(int axis, float value) {}
  }

  public static MotionEvent obtain(long downTime, long eventTime, int action, int count, PointerProperties[] properties, PointerCoords[] coords, int meta, int buttons, float xPrecision, float yPrecision, int device, int edgeFlags, int source, int flags) {
    MotionEvent event = new MotionEvent();
    event.text.append(ACTIONS[action & 0xff]).append(" pointers=").append(count);
    for (int at = 0; at < count; at++)
      event.text.append(String.format(" %d@%.0f,%.0f", properties[at].id, coords[at].x, coords[at].y));
    return event;
  }

  public void setActionButton(int button) {}

  @Override
  public String toString() {
    return text.toString();
  }
}

package android.view;

import android.os.IBinder;
import phone.State;

public interface IWindowManager extends android.os.IInterface {
  class Stub implements IWindowManager {
    public static IWindowManager asInterface(IBinder binder) {
      return new Stub();
    }

    public int getDefaultDisplayRotation() {
      return State.rotation;
    }

    public void freezeDisplayRotation(int displayId, int rotation) {
      State.rotate(rotation);
    }

    public boolean isDisplayRotationFrozen(int displayId) {
      return true;
    }

    public void thawDisplayRotation(int displayId) {}
  }
}

package android.graphics;

public class Rect {
  public int left, top, right, bottom;

  public Rect(int left, int top, int right, int bottom) {
    this.left = left;
    this.top = top;
    this.right = right;
    this.bottom = bottom;
  }

  public int width() {
    return right - left;
  }

  public int height() {
    return bottom - top;
  }
}

package android.hardware.input;

import phone.State;

public class InputManager {
  public boolean injectInputEvent(android.view.InputEvent event, int mode) {
    State.log(event.toString());
    State.onInput.forEach(Runnable::run);
    return true;
  }
}

package android.hardware.display;

public class DisplayManager {
  public interface DisplayListener {
    void onDisplayAdded(int displayId);

    void onDisplayRemoved(int displayId);

    void onDisplayChanged(int displayId);
  }

  /** Mirrors a display; the server finds it by reflection. */
  public static VirtualDisplay createVirtualDisplay(String name, int width, int height, int displayId, android.view.Surface surface) {
    if (phone.State.fails("display")) throw new IllegalStateException("Can't find service: display");
    return new VirtualDisplay();
  }
}

package android.hardware.display;

import phone.State;

public class DisplayManagerGlobal {
  public static class DisplayInfo {
    public int logicalWidth, logicalHeight, rotation, layerStack, logicalDensityDpi = 320;
    public int flags = 1; // FLAG_SUPPORTS_PROTECTED_BUFFERS
    public String uniqueId = "local:0";
  }

  public static DisplayManagerGlobal getInstance() {
    return new DisplayManagerGlobal();
  }

  public int[] getDisplayIds() {
    return new int[] {0};
  }

  public DisplayInfo getDisplayInfo(int displayId) {
    boolean isTurned = State.rotation % 2 == 1;
    DisplayInfo info = new DisplayInfo();
    info.logicalWidth = isTurned ? State.HEIGHT : State.WIDTH;
    info.logicalHeight = isTurned ? State.WIDTH : State.HEIGHT;
    info.rotation = State.rotation;
    return info;
  }

  public void registerDisplayListener(DisplayManager.DisplayListener listener, android.os.Handler handler) {
    State.onRotation.add(() -> handler.post(() -> listener.onDisplayChanged(0)));
  }

  public void unregisterDisplayListener(DisplayManager.DisplayListener listener) {}
}
