package org.ratchetdb.tests.process;

import java.util.List;
import java.util.Properties;

/**
 * How a {@link TestServer} runs.
 *
 * @param splitBytes a split above this divides
 * @param idleMillis a transaction without a call for so long is rolled back
 * @param connections sessions at a time
 * @param haltAt a step at which the process ends as if killed, or empty
 * @param haltHit at which time it comes there, from 1
 * @param fileKibibytesMax no file may grow beyond this; 0 for no limit
 */
public record ServerSpec(
    long splitBytes,
    long idleMillis,
    int connections,
    String haltAt,
    int haltHit,
    long fileKibibytesMax) {
  public static final ServerSpec DEFAULT = new ServerSpec(8L << 30, 10_000, 200, "", 1, 0);

  public ServerSpec withSplitBytes(long bytes) {
    return new ServerSpec(bytes, idleMillis, connections, haltAt, haltHit, fileKibibytesMax);
  }

  public ServerSpec withIdleMillis(long millis) {
    return new ServerSpec(splitBytes, millis, connections, haltAt, haltHit, fileKibibytesMax);
  }

  public ServerSpec withHalt(String point, int hit) {
    return new ServerSpec(splitBytes, idleMillis, connections, point, hit, fileKibibytesMax);
  }

  public ServerSpec withFileKibibytesMax(long kibibytes) {
    return new ServerSpec(splitBytes, idleMillis, connections, haltAt, haltHit, kibibytes);
  }

  List<String> toArguments() {
    return List.of(
        "-Dtest.splitBytes=" + splitBytes,
        "-Dtest.idleMillis=" + idleMillis,
        "-Dtest.connections=" + connections,
        "-Dtest.haltAt=" + haltAt,
        "-Dtest.haltHit=" + haltHit);
  }

  static ServerSpec fromProperties(Properties properties) {
    return new ServerSpec(
        Long.parseLong(properties.getProperty("test.splitBytes")),
        Long.parseLong(properties.getProperty("test.idleMillis")),
        Integer.parseInt(properties.getProperty("test.connections")),
        properties.getProperty("test.haltAt"),
        Integer.parseInt(properties.getProperty("test.haltHit")),
        0);
  }
}
