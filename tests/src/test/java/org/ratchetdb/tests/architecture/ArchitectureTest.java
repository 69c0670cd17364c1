package org.ratchetdb.tests.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = ArchitectureTest.ROOT,
    importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {
  static final String ROOT = "org.ratchetdb";

  @ArchTest
  static final ArchRule packagesFormNoCycles =
      slices().matching(ROOT + ".(**)").should().beFreeOfCycles();
}
