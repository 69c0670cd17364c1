package org.ratchetdb.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ratchetdb.planner.Bound.compare;
import static org.ratchetdb.planner.Bound.filter;
import static org.ratchetdb.planner.Bound.ref;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.type.SqlType;
import org.ratchetdb.planner.context.TableStatistics;
import org.ratchetdb.planner.explain.PlanExplainer;
import org.ratchetdb.sqlfrontend.bound.BoundHints;
import org.ratchetdb.sqlfrontend.bound.BoundRelation;
import org.ratchetdb.sqlfrontend.bound.BoundStatement;

/**
 * What planning loads: statements on one table no class of Calcite, and no statement a compiler.
 */
final class PlannerClassesTest {
  private static final String CALCITE = "org.apache.calcite.";

  @Test
  void statementsOnOneTableLoadNoClassOfCalcite() throws Exception {
    try (RefusingLoader loader = new RefusingLoader(CALCITE)) {
      Object plans =
          loader.loadClass(Statements.class.getName()).getDeclaredConstructor().newInstance();
      assertThat(((Callable<?>) plans).call()).asString().contains("Seek Condition");
    }
  }

  @Test
  void noClassIsCompiledAtRunTime() throws Exception {
    try (RefusingLoader loader = new RefusingLoader("org.codehaus.janino.")) {
      Object plans =
          loader.loadClass(WarmUpCall.class.getName()).getDeclaredConstructor().newInstance();
      assertThat(((Callable<?>) plans).call()).isEqualTo("warm");
    }
  }

  @Test
  void theLoaderWouldNotice() throws Exception {
    try (RefusingLoader loader = new RefusingLoader(CALCITE)) {
      assertThatThrownBy(() -> loader.loadClass("org.apache.calcite.rel.RelNode"))
          .isInstanceOf(ClassNotFoundException.class);
    }
  }

  /** Runs inside the loader. */
  public static final class WarmUpCall implements Callable<String> {
    @Override
    public String call() {
      new QueryPlanner().warmUp();
      return "warm";
    }
  }

  /** Runs inside the loader. */
  public static final class Statements implements Callable<String> {
    @Override
    public String call() {
      Bound bound = new Bound(TestSchemas.singers());
      BoundRelation.TableScan singers = bound.scan("Singers");
      BoundRelation byKey =
          filter(
              singers, compare("eq", ref(singers, "SingerId"), Bound.parameter(0, SqlType.INT64)));
      BoundStatement delete =
          new BoundStatement.Delete(
              singers.table(),
              singers,
              compare("eq", ref(singers, "SingerId"), Bound.literal(1)),
              null,
              List.of(),
              BoundHints.NONE);
      String deleted =
          PlanExplainer.text(
              new QueryPlanner().plan(delete, bound.context(TableStatistics.UNMEASURED)));
      String counted = bound.explain(bound.aggregate(byKey, List.of(), "count_star"));
      return bound.explain(byKey) + counted + deleted;
    }
  }

  private static final class RefusingLoader extends URLClassLoader {
    private final String refused;

    RefusingLoader(String refused) throws MalformedURLException {
      super(classPath(), ClassLoader.getPlatformClassLoader());
      this.refused = refused;
    }

    private static URL[] classPath() throws MalformedURLException {
      List<URL> urls = new ArrayList<>();
      for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
        urls.add(Path.of(entry).toUri().toURL());
      }
      return urls.toArray(new URL[0]);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith(refused)) {
        throw new ClassNotFoundException(name);
      }
      return super.loadClass(name, resolve);
    }
  }
}
