package org.ratchetdb.tests.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import org.jspecify.annotations.NullMarked;

/** Rules about packages: no cycles, third-party names in their rooms, comments and null marks. */
@AnalyzeClasses(
    packages = ArchitectureTest.ROOT,
    importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {
  static final String ROOT = "org.ratchetdb";

  /** Packages of classes that protoc writes; they are not ours to shape. */
  static final String GENERATED = ROOT + "..proto..";

  @ArchTest
  static final ArchRule packagesFormNoCycles =
      slices().matching(ROOT + ".(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule calciteStaysInFrontendAndPlanner =
      noClasses()
          .that()
          .resideOutsideOfPackages(ROOT + ".sqlfrontend..", ROOT + ".planner..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.calcite..")
          .because("the executor and the engine must be readable without knowing Calcite");

  @ArchTest
  static final ArchRule rocksDbStaysInItsPackage =
      noClasses()
          .that()
          .resideOutsideOfPackage(ROOT + ".storage.rocksdb..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.rocksdb..")
          .because("the storage interface must suit an engine on another machine");

  @ArchTest
  static final ArchRule nettyStaysInPgwire =
      noClasses()
          .that()
          .resideOutsideOfPackage(ROOT + ".pgwire..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.netty..")
          .because("an embedded database needs no network library");

  @ArchTest
  static final ArchRule everyPackageIntroducesItself =
      classes()
          .that()
          .resideOutsideOfPackage(GENERATED)
          .should(resideInAPackageWithNullMarks())
          .because("the package comment is the first page a newcomer reads");

  private static ArchCondition<JavaClass> resideInAPackageWithNullMarks() {
    return new ArchCondition<>("reside in a package whose package-info.java says @NullMarked") {
      @Override
      public void check(JavaClass javaClass, ConditionEvents events) {
        boolean marked =
            javaClass.getPackage().tryGetPackageInfo().stream()
                .anyMatch(info -> info.isAnnotatedWith(NullMarked.class));
        if (!marked) {
          events.add(
              SimpleConditionEvent.violated(
                  javaClass,
                  javaClass.getPackageName()
                      + " has no package-info.java with @NullMarked (seen at "
                      + javaClass.getSimpleName()
                      + ")"));
        }
      }
    };
  }
}
