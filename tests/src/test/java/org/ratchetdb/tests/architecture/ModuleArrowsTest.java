package org.ratchetdb.tests.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.stream.Stream;

/**
 * The arrows of the module map. Maven keeps a module from declaring a sibling it may not see, but
 * the sibling's sibling arrives with it; these rules look at the imports themselves.
 */
@AnalyzeClasses(
    packages = ArchitectureTest.ROOT,
    importOptions = ImportOption.DoNotIncludeTests.class)
final class ModuleArrowsTest {
  @ArchTest static final ArchRule common = sees("common");
  @ArchTest static final ArchRule catalog = sees("catalog", "common");
  @ArchTest static final ArchRule storage = sees("storage", "common");
  @ArchTest static final ArchRule splits = sees("splits", "common", "storage");
  @ArchTest static final ArchRule sqlFrontend = sees("sqlfrontend", "common", "catalog");

  @ArchTest static final ArchRule planner = sees("planner", "common", "catalog", "sqlfrontend");

  @ArchTest
  static final ArchRule executor = sees("executor", "common", "catalog", "planner", "storage");

  @ArchTest
  static final ArchRule engine =
      sees(
          "engine", "common", "catalog", "storage", "splits", "sqlfrontend", "planner", "executor");

  // The one front door: everything above the engine sees engine.api and nothing behind it.
  @ArchTest static final ArchRule pgwire = sees("pgwire", "common", "engine.api");
  @ArchTest static final ArchRule jdbc = sees("jdbc", "common", "engine.api");

  @ArchTest static final ArchRule cli = sees("cli", "common", "engine.api", "pgwire", "jdbc");

  @ArchTest
  static final ArchRule remoteDriverWorksWithoutTheEngine =
      noClasses()
          .that(
              resideInAPackage(ArchitectureTest.ROOT + ".jdbc..")
                  .and(resideOutsideOfPackages(ArchitectureTest.ROOT + ".jdbc.embedded..")))
          .should()
          .dependOnClassesThat()
          .resideInAPackage(ArchitectureTest.ROOT + ".engine..")
          .because("a client of a remote server does not ship a database");

  private static ArchRule sees(String module, String... others) {
    String[] allowed =
        Stream.concat(Stream.of(module), Stream.of(others))
            .map(name -> ArchitectureTest.ROOT + "." + name + "..")
            .toArray(String[]::new);
    return noClasses()
        .that()
        .resideInAPackage(ArchitectureTest.ROOT + "." + module + "..")
        .should()
        .dependOnClassesThat(
            resideInAPackage(ArchitectureTest.ROOT + "..").and(resideOutsideOfPackages(allowed)))
        .because("the module map of docs/ARCHITECTURE.md has no such arrow");
  }
}
