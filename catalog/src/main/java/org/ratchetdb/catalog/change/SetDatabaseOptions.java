package org.ratchetdb.catalog.change;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ratchetdb.catalog.model.Schema;
import org.ratchetdb.common.type.Dialect;
import org.ratchetdb.common.value.Value;

/**
 * ALTER DATABASE … SET OPTIONS, and PostgreSQL's SET and RESET.
 *
 * @param settings in order of the statement
 */
public record SetDatabaseOptions(List<Setting> settings) implements SchemaChange {
  /**
   * One option.
   *
   * @param name without {@code spanner.}
   * @param value a literal; null or SQL NULL takes the option back to its default
   */
  public record Setting(String name, @Nullable Value value) {}

  public SetDatabaseOptions {
    settings = List.copyOf(settings);
  }

  @Override
  public ChangeResult apply(Schema schema) {
    SchemaEdit edit = new SchemaEdit(schema);
    for (Setting setting : settings) {
      DatabaseOption option =
          DatabaseOption.named(setting.name())
              .orElseThrow(() -> Errors.precondition("Option: " + setting.name() + " is unknown."));
      apply(edit, option, setting.value());
    }
    return edit.build();
  }

  private static void apply(SchemaEdit edit, DatabaseOption option, @Nullable Value value) {
    Schema schema = edit.base();
    if (option == DatabaseOption.DEFAULT_TIME_ZONE && !schema.tables().isEmpty()) {
      throw Errors.precondition(
          "The default_time_zone option can only be changed while the database has no tables.");
    }
    if (value == null || value.isNull()) {
      if (option == DatabaseOption.DEFAULT_SEQUENCE_KIND
          && schema.options().containsKey(option.optionName())) {
        throw Errors.precondition(
            "The " + option.optionName() + " option may not be unset once set.");
      }
      edit.removeOption(option.optionName());
      return;
    }
    String text = text(schema.dialect(), option, value);
    option.check(text);
    edit.setOption(option.optionName(), text);
  }

  private static String text(Dialect dialect, DatabaseOption option, Value value) {
    return switch (option.valueKind()) {
      case STRING -> {
        if (value instanceof Value.Str string) {
          yield string.value();
        }
        throw unexpected(dialect, option, "strings");
      }
      case INT64 -> {
        if (value instanceof Value.Int64 number) {
          yield Long.toString(number.value());
        }
        // PostgreSQL writes numbers as strings here.
        if (value instanceof Value.Str string) {
          yield string.value();
        }
        throw unexpected(dialect, option, "integers");
      }
      case CHOICE -> {
        if (value instanceof Value.Str string) {
          yield string.value().toLowerCase(Locale.ROOT);
        }
        if (value instanceof Value.Bool bool) {
          yield bool.value() ? "on" : "off";
        }
        throw unexpected(dialect, option, "strings, booleans");
      }
    };
  }

  private static RuntimeException unexpected(Dialect dialect, DatabaseOption option, String kinds) {
    if (dialect == Dialect.POSTGRESQL) {
      return Errors.precondition("Incorrect datatype specified for option.")
          .with("option", option.optionName());
    }
    return Errors.invalid(
        "Unexpected value for option: "
            + option.optionName()
            + ". Supported option values are "
            + kinds
            + " and NULL.");
  }
}
