package org.ratchetdb.tests.history;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.storage.api.CellLocks;
import org.ratchetdb.storage.api.KvStore;
import org.ratchetdb.storage.api.KvTransaction;
import org.ratchetdb.storage.api.LockMode;
import org.ratchetdb.storage.api.ScanRequest;

/**
 * A store that forgets every shared lock it is asked for: broken on purpose, so that the checker
 * can show what it is worth. Works on whatever methods the interfaces have.
 */
final class StoreWithoutReadLocks {
  private StoreWithoutReadLocks() {}

  static KvStore wrap(KvStore store) {
    return proxy(KvStore.class, store);
  }

  private static <T> T proxy(Class<T> type, T target) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> call(target, method, arguments)));
  }

  private static @Nullable Object call(Object target, Method method, Object @Nullable [] arguments)
      throws Throwable {
    try {
      Object result = method.invoke(target, weaken(arguments));
      return result instanceof KvTransaction transaction
          ? proxy(KvTransaction.class, transaction)
          : result;
    } catch (InvocationTargetException e) {
      throw e.getTargetException();
    }
  }

  private static Object @Nullable [] weaken(Object @Nullable [] arguments)
      throws ReflectiveOperationException {
    if (arguments == null) {
      return null;
    }
    Object[] weak = arguments.clone();
    for (int i = 0; i < weak.length; i++) {
      if (weak[i] == LockMode.SHARED) {
        weak[i] = LockMode.NONE;
      } else if (weak[i] instanceof CellLocks locks) {
        weak[i] = new CellLocks(0, locks.written(), locks.exclusive(), locks.binding());
      } else if (weak[i] instanceof ScanRequest request) {
        weak[i] = weaken(request);
      }
    }
    return weak;
  }

  private static ScanRequest weaken(ScanRequest request) throws ReflectiveOperationException {
    RecordComponent[] components = ScanRequest.class.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      values[i] = components[i].getAccessor().invoke(request);
    }
    Constructor<ScanRequest> constructor = ScanRequest.class.getDeclaredConstructor(types);
    return constructor.newInstance(weaken(values));
  }
}
